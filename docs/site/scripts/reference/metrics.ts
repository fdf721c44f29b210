// Page of all metrics, from the code that registers them. The test of the guides compares it with a running program.
import { find, matches, read, table } from "../repository.ts";

export type Metric = { name: string; type: string; labels: string[]; help: string };

const folder = "crates/platform/src/metrics";

/** Label names of each struct in `labels.rs`. */
function labelsOf(): Map<string, string[]> {
  const structs = matches(read(`${folder}/labels.rs`), /pub struct (\w+) \{([^}]*)\}/g);
  return new Map(
    structs.map(([, name = "", body = ""]) => [
      name,
      matches(body, /pub (\w+):/g).map(([, label = ""]) => label),
    ]),
  );
}

/** Type of each field or variable that holds a metric, such as `Family<Order, Counter>`. */
function typesOf(source: string): Map<string, string> {
  const fields = matches(
    source,
    /^ *(?:pub |let )?(\w+): ((?:Family|Counter|Gauge|Histogram|DatabaseWaits)\b[^\n;=]*?)(?:,| =)$/gm,
  );
  return new Map(fields.map(([, name = "", type = ""]) => [name, type]));
}

/** Names in the program's own code end without `_total`: the library adds it to counters. */
function metric(name: string, type: string, help: string, labels: Map<string, string[]>): Metric {
  const [, of = "", inner = type] = /Family<(\w+), (\w+)/.exec(type) ?? [];
  const isWaits = inner.startsWith("DatabaseWaits");
  const kind = isWaits
    ? "histogram"
    : (/^(Counter|Gauge|Histogram)/.exec(inner)?.[1] ?? "gauge").toLowerCase();
  const own = isWaits ? ["access"] : (labels.get(of) ?? []);
  return { name: kind === "counter" ? `${name}_total` : name, type: kind, labels: own, help };
}

export function metrics(): Metric[] {
  const labels = labelsOf();
  const found: Metric[] = [
    {
      name: "build_info",
      type: "info",
      labels: ["version", "commit", "edition"],
      help: "Version of the running program",
    },
  ];
  for (const file of find(`${folder}/*.rs`)) {
    const source = read(file);
    const types = typesOf(source);
    const typeOf = (name: string) => types.get(name) ?? "Gauge";
    const plain = /let (\w+)(?:: [^=]+)? =\s*register\(\s*(?:&mut )?registry,\s*"(\w+)",\s*"([^"]+)"/g;
    for (const [, variable = "", name = "", help = ""] of matches(source, plain))
      found.push(metric(name, typeOf(variable), help, labels));
    const explicit = /registry\.register\(\s*"(\w+)",\s*"([^"]+)",\s*(\w+)\.clone\(\)/g;
    for (const [, name = "", help = "", variable = ""] of matches(source, explicit))
      found.push(metric(name, typeOf(variable), help, labels));
    for (const [, name = "", help = ""] of matches(source, /total\(\s*"(\w+)",\s*"([^"]+)"/g))
      found.push(metric(name, "Counter", help, labels));
    const cases = /Cases::register\(\s*&mut registry,\s*\["(\w+)", "(\w+)"\],\s*"([^"]+)"/g;
    for (const [, open = "", oldest = "", help = ""] of matches(source, cases))
      found.push(
        metric(open, "Gauge", help, labels),
        metric(oldest, "Gauge", `Age of the oldest: ${help}`, labels),
      );
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every name that the code registers, by a wider pattern than the one above: none may be missing on the page. */
export function registeredNames(): string[] {
  const texts = find(`${folder}/*.rs`).map(read).join("\n");
  const calls = matches(
    texts,
    /(?:register|total)(?:::<[^(]*>)?\(\s*(?:(?:&mut )?registry,\s*)?(?:"(\w+)"|\["(\w+)", "(\w+)"\])/g,
  );
  return calls.flatMap(([, ...names]) => names.filter((name) => name !== ""));
}

export function metricsPage(): string {
  const rows = metrics().map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(", "),
    help,
  ]);
  return `# Metrics

\`/metrics\` at \`ops_listen\` answers in the format of Prometheus, for \`funray serve\` and \`funray worker\`. A metric with labels appears once
it has a value. A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.

[Alerts](alerts.md) use these metrics. [Operating](../../../operating.md#health-and-metrics) says which to watch without Prometheus.

${table(["Metric", "Type", "Labels", "Meaning"], rows)}
`;
}
