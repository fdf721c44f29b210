// Page of roles and permissions, from the table that a Rust test keeps complete.
import { matches, read, table } from "../repository.ts";

export function permissionsPage(): string {
  const [, ...lines] = read("crates/funray/tests/permissions.txt").trimEnd().split("\n");
  const docs = new Map(
    matches(read("crates/access/src/auth/permissions.rs"), /((?: {4}\/\/\/ .*\n)+) {4}(\w+)/g).map(
      ([, about = "", name = ""]) => [
        name,
        matches(about, /\/\/\/ (.*)/g)
          .map(([, line = ""]) => line)
          .join(" "),
      ],
    ),
  );
  const rows = lines.map((line) => {
    const [name = "", ...marks] = line.trim().split(/\s+/);
    return [`\`${name}\``, docs.get(name) ?? "", ...marks.map((mark) => (mark === "x" ? "yes" : ""))];
  });
  const head = [
    "Permission",
    "Meaning",
    "Super administrator",
    "Administrator",
    "Manager",
    "Employee",
    "Customer",
    "At a till",
  ];
  return `# Roles and permissions

A role grants permissions. Managers and employees use them within their own shop or charity only. "At a till" says whether a session by PIN
may use the permission.

${table(head, rows)}
`;
}
