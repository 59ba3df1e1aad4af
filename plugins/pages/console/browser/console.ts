/** The script of the console: sends forms that change something, with the token of the page, and shows what happened. */
import { valuesOf } from "../../shared/browser/form-values.ts";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset["act"] === undefined) return;
  event.preventDefault();
  const question = form.dataset["ask"];
  if (question !== undefined && !confirm(question)) return;
  void act(form, form.dataset["act"]);
});

async function act(form: HTMLFormElement, target: string): Promise<void> {
  const [button] = form.querySelectorAll("button");
  const [output] = form.querySelectorAll("output");
  if (button === undefined || output === undefined) return;
  button.disabled = true;
  output.className = "";
  output.textContent = "…";
  try {
    const [credential] = form.querySelectorAll<HTMLInputElement>("[data-credential]");
    const response = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-console-token": document.body.dataset["token"] ?? "",
        ...(credential && { authorization: `Bearer ${credential.value}` }),
      },
      body: form.dataset["body"] ?? JSON.stringify(valuesOf(form)),
    });
    const outcome = (await response.json()) as Outcome;
    const said = form.dataset[response.status];
    show(output, response.ok, said === undefined ? outcome : { text: said });
  } catch {
    output.className = "bad";
    output.textContent = document.body.dataset["failed"] ?? "";
  } finally {
    button.disabled = false;
  }
}

interface Outcome {
  readonly text?: string;
  readonly href?: string;
  readonly secret?: string;
  readonly detail?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly detail: string }[];
  readonly error?: Outcome;
}

function show(output: HTMLOutputElement, isDone: boolean, outcome: Outcome): void {
  const { text, href, secret, detail, message, errors = [] } = outcome.error ?? outcome;
  output.className = isDone ? "good" : "bad";
  output.textContent = [text ?? detail ?? message, ...errors.map((one) => one.detail)]
    .filter((one) => one !== undefined)
    .join("\n");
  if (secret !== undefined) {
    const code = document.createElement("code");
    code.textContent = secret;
    output.append(" ", code);
  } else if (isDone && href !== undefined) location.assign(href);
}
