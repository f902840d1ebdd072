function slider(model, name, label, low, high, step, unit) {
  const input = element("input", { type: "range", min: low, max: high, step });
  const output = element("output", {});
  input.value = model.get("inputs")[name];
  function name_value() {
    output.textContent = `${input.value}${unit}`;
    input.setAttribute("aria-valuetext", output.textContent.replace("°", " degrees"));
  }
  input.addEventListener("input", () => {
    name_value();
    send(model, name, Number(input.value));
  });
  name_value();
  return element("label", { class: "tfs-slider" }, element("span", {}, label), input, output);
}

function send(model, name, value) {
  const inputs = model.get("inputs");
  model.set("inputs", { ...inputs, [name]: value, move: (inputs.move || 0) + 1 });
  model.save_changes();
}

/** Return the view that Python sent ahead for these inputs, if it did. */
function sentAhead(model) {
  const same = ([name, value]) => name === "move" || value === model.get("inputs")[name];
  const found = model.get("ahead").find(([inputs]) => Object.entries(inputs).every(same));
  return found && { ...found[1], move: model.get("inputs").move };
}

function controls(model) {
  const inputs = model.get("inputs");
  const ways = element(
    "fieldset", { class: "tfs-ways" }, element("legend", {}, "The link is published"),
    ...radios(model.get("ways"), inputs.way, (value) => send(model, "way", value)),
  );
  const hung = element("input", { type: "checkbox", checked: inputs.hung });
  hung.addEventListener("change", () => send(model, "hung", hung.checked));
  const sliders = element(
    "fieldset", { class: "tfs-sliders" }, element("legend", {}, "The intended mount"),
    slider(model, "yaw", "yaw", -180, 180, 5, "°"),
    slider(model, "offset", "offset ahead", 0, 0.4, 0.05, " m"),
    slider(model, "z", "offset up", -0.4, 0.4, 0.05, " m"),
    element("label", { class: "tfs-choice" }, hung, element("span", {}, "the parent already hangs under odom")),
  );
  return [ways, sliders];
}

function resultTable(rows) {
  const head = ["predicted", "measured"].map((text) => element("th", { scope: "col" }, text));
  const cells = rows.map(() => [element("td"), element("td")]);
  const lines = rows.map(([name], i) => element("tr", {}, element("th", { scope: "row" }, name), ...cells[i]));
  const table = element(
    "table", {}, element("thead", {}, element("tr", {}, element("td"), ...head)), element("tbody", {}, ...lines),
  );
  const fill = (news) => news.forEach(([, ...texts], i) => texts.forEach((text, k) => {
    if (cells[i][k].textContent !== text) cells[i][k].textContent = text; // what stays is not painted again
  }));
  return [table, fill];
}

function render({ model, el }) {
  const [table, fill] = resultTable(model.get("view").rows);
  const curves = picture(model.get("curves"));
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "g");
  curves.firstChild.append(mark);
  const scene = picture();
  const error = element("p", { class: "tfs-error" });
  const live = element("div", { class: "tfs-live", "aria-live": "polite" });
  const [ways, sliders] = controls(model);
  el.append(element(
    "div", { class: "tfs tfs-direction" },
    element("div", { class: "tfs-controls" }, ways, sliders),
    element(
      "div", { class: "tfs-results" },
      scene, element("div", { class: "tfs-row" }, curves, element("div", {}, table, error)),
    ),
    live,
  ));

  let announce;
  let shown = { move: -1 };
  function show(view) {
    if (!view || view.move < shown.move) return; // nothing sent ahead, or an answer overtaken by one that was
    if (view.scene !== shown.scene) scene.innerHTML = view.scene;
    if (view.mark !== shown.mark) mark.innerHTML = view.mark;
    shown = view;
    curves.firstChild.setAttribute("aria-label", view.curves_text);
    fill(view.rows);
    error.textContent = view.error;
    clearTimeout(announce);
    announce = setTimeout(() => { live.textContent = view.says; }, 500);
  }
  model.on("change:view", () => show(model.get("view")));
  model.on("change:inputs", () => show(sentAhead(model)));
  show(model.get("view"));
}

export default { render };
