// Page of the actions of the audit log, with the sentences that the portal shows.
import { matches, read, table } from "../repository.ts";

export function auditActions(): string[] {
  return read("crates/funray/tests/registries/actions.txt").trimEnd().split("\n");
}

export function auditPage(): string {
  const sentences = JSON.parse(read("web/messages/en/log.json")) as Record<string, string>;
  const keys = new Map(
    matches(read("web/src/features/log/labels.ts"), /^ {2}([A-Z_]+): m\.(\w+),$/gm).map(
      ([, action = "", key = ""]) => [action, key],
    ),
  );
  const rows = auditActions().map((action) => {
    const sentence = sentences[keys.get(action) ?? ""];
    if (sentence === undefined)
      throw new Error(`${action} has no sentence in web/src/features/log/labels.ts`);
    return [`\`${action}\``, sentence.replaceAll("{who}", "*who*").replaceAll("{what}", "*what*")];
  });
  return `# Actions of the audit log

Each entry says who did what, when, and why. Entries are sealed and kept for good. [The audit log](../../../architecture/audit-log.md)
explains how they are written and read.

${table(["Action", "Sentence in the portal"], rows)}
`;
}
