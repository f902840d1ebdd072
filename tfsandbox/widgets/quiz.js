/** Return the inputs of a question and a function that reads the answer. */
function answerInputs(question) {
  if (question.kind === "choice") {
    const lines = radios(question.choices.map((text) => [text, text]));
    const box = element("div", { class: "tfs-choices" }, ...lines);
    return [box, () => box.querySelector("input:checked")?.value ?? ""];
  }
  const input = element("input", { type: "number", step: "any" });
  const line = element("label", { class: "tfs-number" }, "Your answer: ", input, ` ${question.unit}`);
  return [line, () => input.value];
}

function questionForm(model, question, number) {
  const [inputs, read] = answerInputs(question);
  const verdict = element("p", { class: "tfs-verdict" });
  const form = element(
    "form", { class: "tfs-question", "data-id": question.id },
    element(
      "fieldset", {},
      element("legend", {}, `${number}. ${question.statement}`),
      inputs,
      element("button", { type: "submit" }, "Check my answer"),
      verdict,
    ),
  );
  onSend(form, (count) => {
    model.set("submitted", { id: question.id, answer: read(), count });
    model.save_changes();
  });
  return [form, verdict];
}

function render({ model, el }) {
  const live = element("div", { class: "tfs-live", "aria-live": "polite" });
  const verdicts = {};
  const root = element("div", { class: "tfs" });
  model.get("questions").forEach((question, i) => {
    const [form, verdict] = questionForm(model, question, i + 1);
    verdicts[question.id] = verdict;
    root.append(form);
  });
  root.append(live);
  el.append(root);

  function show() {
    const { id, right, text } = model.get("verdict");
    if (!id) return;
    verdicts[id].textContent = text;
    verdicts[id].dataset.right = right;
    live.textContent = text;
  }
  model.on("change:verdict", show);
  show();
}

export default { render };
