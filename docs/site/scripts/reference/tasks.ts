// Page of background work, from the registries that a Rust test keeps complete.
import { read, table } from "../repository.ts";

const rows = (name: string) =>
  read(`crates/funray/tests/registries/${name}.txt`)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

function duration(text: string): string {
  const seconds = Number.parseInt(text, 10);
  if (seconds % 86_400 === 0) return seconds === 86_400 ? "day" : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? "hour" : `${seconds / 3600} hours`;
  return seconds === 60 ? "minute" : `${seconds / 60} minutes`;
}

export function tasksPage(): string {
  const tasks = rows("tasks").map(([name, period = ""]) => [name ?? "", duration(period)]);
  return `# Background work

Servers and workers share the work. [Jobs](../../../architecture/jobs.md) explains queues, retries and leases.

## Scheduled tasks

Each runs once on one of the nodes.

${table(["Task", "Once a"], tasks)}

## Jobs

A job is stored with the change that needs it, and is repeated until it succeeds or is given up.

${table(["Job", "Class"], rows("jobs"))}
`;
}
