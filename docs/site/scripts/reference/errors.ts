// Page of all error codes, from the registry that a Rust test keeps complete.
import { read } from "../repository.ts";

const statusNames: Record<string, string> = {
  400: "400: the request is wrong or refused by a rule",
  401: "401: not signed in",
  403: "403: not allowed",
  404: "404: not found",
  405: "405: wrong method",
  408: "408: the request came too slowly",
  409: "409: does not fit the present state",
  412: "412: a condition failed",
  413: "413: too large",
  415: "415: wrong kind of content",
  422: "422: the key belongs to another call",
  429: "429: too many tries",
  500: "500: a fault of the program",
  502: "502: another service failed",
  503: "503: not possible now",
};

const codes = () =>
  read("crates/funray/tests/registries/codes.txt")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

export function errorCodes(): string[] {
  return codes().map(([code = ""]) => code);
}

export function errorsPage(): string {
  const statuses = [...new Set(codes().map(([, status = ""]) => status))].toSorted();
  const parts = statuses.map((status) => {
    const own = codes().filter(([, other]) => other === status);
    const entries = own.map(([code, , english, french]) => `### ${code}\n\n${english}\n\n*${french}*\n`);
    return `## ${statusNames[status] ?? status}\n\n${entries.join("\n")}`;
  });
  return `# Error codes

Every error of the API has a body with a stable \`errorCode\`, a text for people in the language of the caller, and the \`traceId\` of the
request. With \`VALIDATION\` it also names the wrong fields. Programs decide by the code, never by the text.

The [API](api.md) lists the codes of each call.

${parts.join("\n")}`;
}
