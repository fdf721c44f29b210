// Page of all alerts, from the rules for Prometheus.
import { matches, read, table } from "../repository.ts";

/** Says whether an alert wakes a person. A severity with a condition on the class of a job is for payments only. */
function wakes(severity: string): string {
  if (severity.includes('"money"')) return "for payments";
  return severity.startsWith("page") ? "yes" : "no";
}

type Alert = { name: string; severity: string; summary: string };

export function alerts(): Alert[] {
  const rules = read("deploy/monitoring/rules.yml").split("- alert: ").slice(1);
  return rules.map((rule) => ({
    name: rule.split("\n")[0] ?? "",
    severity: matches(rule, /severity: (.*)/g)[0]?.[1] ?? "",
    summary: (matches(rule, /summary: '?(.*?)'?$/gm)[0]?.[1] ?? "").replaceAll(/\{\{[^}]*\}\}/g, "…"),
  }));
}

export function alertsPage(): string {
  const rows = alerts().map(({ name, severity, summary }) => [
    `[${name}](../../../runbooks/${name}.md)`,
    wakes(severity),
    summary,
  ]);
  return `# Alerts

The rules for Prometheus are in \`deploy/monitoring/rules.yml\`. Each alert has a runbook: the affected people, the checks, the repair.

${table(["Alert", "Wakes a person", "Meaning"], rows)}
`;
}
