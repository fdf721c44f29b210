// Page of the events of the live channel, from the code that sends them.
import { matches, read, table } from "../repository.ts";

type Event = { name: string; method: string; about: string };

export function events(): Event[] {
  const source = read("crates/access/src/live.rs");
  const [body = ""] = source.split("pub enum Event {")[1]?.split("\n}") ?? [];
  const variants = matches(body, /((?: {4}\/\/\/ .*\n)+) {4}(\w+)/g);
  return variants.map(([, about = "", name = ""]) => ({
    name,
    method:
      new RegExp(`Event::${name}\\b[^"]*?"?(?:[A-Z]+"[^"]*"[A-Z]+"[^"]*)?"?(on\\w+)"`).exec(source)?.[1] ??
      "",
    about: matches(about, /\/\/\/ (.*)/g)
      .map(([, line = ""]) => line)
      .join(" "),
  }));
}

export function eventsPage(): string {
  const rows = events().map(({ name, method, about }) => [`\`${name}\``, `\`${method}\``, about]);
  return `# Events

Open pages learn of changes by the live channel at \`/hubs/notifications\`. It speaks the protocol of SignalR, and its method names are in the
second column. An event is a hint to load data again: a client that missed it learns the same at its next call.
[The live channel](../../../architecture/live-channel.md) explains the way of an event.

${table(["Event", "Method", "Meaning"], rows)}

The program sends no webhooks to other programs. It receives those of the card gateway.
`;
}
