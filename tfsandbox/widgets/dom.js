// Shared by every widget; put in front of the widget's own script when it is loaded.

const KEYBOARD = new Set(["input", "select", "button"]);

/** Return a new element. JupyterLab must leave the keys of focusable ones alone: it asks the element itself. */
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value === true ? "" : value);
  }
  if (KEYBOARD.has(tag)) node.setAttribute("data-lm-suppress-shortcuts", "true");
  node.append(...children);
  return node;
}

/** Return a holder for a drawing made in Python. */
function picture(svg = "") {
  const node = element("div", { class: "tfs-picture" });
  node.innerHTML = svg;
  return node;
}

let groups = 0;

/** Return a name for a group of radio buttons, used nowhere else in the page. */
function group() {
  groups += 1;
  return `tfs-${Date.now().toString(36)}-${groups}`;
}

/** Return a labelled line of radio buttons, one for each [value, text]. */
function radios(entries, chosen, onChange) {
  const name = group();
  return entries.map(([value, text]) => {
    const input = element("input", { type: "radio", name, value, checked: value === chosen });
    if (onChange) input.addEventListener("change", () => onChange(value));
    return element("label", { class: "tfs-choice" }, input, element("span", {}, text));
  });
}

/** Call give(count) whenever the form is sent: by its button, or by Enter, which does not reach forms in JupyterLab. */
function onSend(form, give) {
  let count = 0;
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    count += 1;
    give(count);
  });
}
