/** Return two number fields for a place in the drawing; a click in the drawing fills them. */
function placeInputs(question, drawing) {
  const [left, right, bottom, top] = question.window;
  const field = (label) => {
    const input = element("input", { type: "number", step: "0.05" });
    return [element("label", { class: "tfs-number" }, `${label} = `, input, " m"), input];
  };
  const [xLine, x] = field("x");
  const [yLine, y] = field("y");
  const svg = drawing.querySelector("svg");
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
  mark.setAttribute("stroke", "currentColor");
  mark.setAttribute("stroke-width", "2.5");
  svg.append(mark);
  svg.style.cursor = "crosshair";

  const box = svg.viewBox.baseVal;
  const scale = box.width / (right - left);
  function draw() {
    if (x.value === "" || y.value === "") return;
    const px = (Number(x.value) - left) * scale;
    const py = question.head + (top - Number(y.value)) * scale;
    mark.setAttribute("d", `M${px - 6} ${py - 6}L${px + 6} ${py + 6}M${px - 6} ${py + 6}L${px + 6} ${py - 6}`);
  }
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  svg.addEventListener("click", (event) => {
    if (x.disabled) return;
    const place = svg.getBoundingClientRect();
    const px = ((event.clientX - place.left) / place.width) * box.width;
    const py = ((event.clientY - place.top) / place.height) * box.height;
    x.value = clamp(left + px / scale, left, right).toFixed(2);
    y.value = clamp(top - (py - question.head) / scale, bottom, top).toFixed(2);
    draw();
  });
  x.addEventListener("input", draw);
  y.addEventListener("input", draw);
  const hint = element("p", {}, "Click in the drawing, or write the place:");
  return [element("div", {}, hint, xLine, yLine), () => [x.value, y.value]];
}

function inputsFor(question, drawing) {
  if (question.kind === "choice") {
    const box = element("div", { class: "tfs-choices" }, ...radios(question.choices.map((text) => [text, text])));
    return [box, () => box.querySelector("input:checked")?.value ?? ""];
  }
  if (question.kind === "point") return placeInputs(question, drawing);
  const input = element("input", { type: "number", step: "any" });
  return [element("label", { class: "tfs-number" }, "I predict: ", input, ` ${question.unit}`), () => input.value];
}

function render({ model, el }) {
  const question = model.get("question");
  const drawing = picture(question.svg);
  const [inputs, read] = inputsFor(question, drawing);
  const live = element("div", { class: "tfs-result", "aria-live": "polite" });
  const button = element("button", { type: "submit" }, "This is my prediction");
  const form = element(
    "form", { class: "tfs-question tfs-prediction" },
    element("fieldset", {}, element("legend", {}, question.statement), drawing, inputs, button),
    live,
  );
  el.append(element("div", { class: "tfs" }, form));

  onSend(form, (count) => {
    model.set("submitted", { answer: read(), count });
    model.save_changes();
  });

  function show() {
    const result = model.get("result");
    if (result.problem) live.replaceChildren(element("p", { class: "tfs-verdict" }, result.problem));
    if (!result.measured) return;
    for (const input of form.querySelectorAll("input")) input.disabled = true;
    button.remove();
    if (result.svg) drawing.innerHTML = result.svg;
    const line = (name, value) => [element("dt", {}, name), element("dd", {}, value)];
    live.replaceChildren(
      element("dl", {}, ...line("Your prediction", result.given), ...line("Measured", result.measured)),
      element("p", { class: "tfs-verdict", "data-right": String(result.right) }, result.text),
    );
  }
  model.on("change:result", show);
  show();
}

export default { render };
