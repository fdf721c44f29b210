// Page of all commands, from the help of the program.
import { execFileSync } from "node:child_process";
import { matches, read } from "../repository.ts";

/** Commands of the program, by the variants of its enum. They are kebab-case on the command line. */
export function commandNames(): string[] {
  const [body = ""] = read("crates/funray/src/cli.rs").split("pub enum Command {")[1]?.split("\n}") ?? [];
  const variants = matches(body, /^ {4}([A-Z]\w+)/gm).map(([, name = ""]) => name);
  return variants.map((name) => name.replaceAll(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase());
}

type Help = {
  about: string;
  usage: string;
  arguments: string[][];
  options: string[][];
  commands: string[][];
};

/** Returns the rows of a part of the help: name and description. */
function rows(help: string, part: string): string[][] {
  const [body = ""] = help.split(`\n${part}:\n`)[1]?.split("\n\n") ?? [];
  return matches(body, /^ {2,6}(\S.*?)(?: {2,}(.*))?$/gm).map(([, name = "", text = ""]) => [name, text]);
}

function help(program: string, words: string[]): Help {
  const text = execFileSync(program, [...words, "--help"], { encoding: "utf8" });
  const [about = ""] = text.split("\n\nUsage: ");
  const [usage = ""] = text.split("Usage: ")[1]?.split("\n") ?? [];
  return {
    about,
    usage,
    arguments: rows(text, "Arguments"),
    options: rows(text, "Options"),
    commands: rows(text, "Commands"),
  };
}

const list = (items: string[][]) =>
  items.map(([name, text]) => `- \`${name}\`${text ? `: ${text}` : ""}\n`).join("");

/** Writes the page by asking the program for its help. */
export function commandsPage(program: string): string {
  const shared = help(program, ["config"]).options.filter(([name]) => !name?.startsWith("-h"));
  const names = new Set(shared.map(([name]) => name));
  const parts = commandNames().map((command) => {
    const about = help(program, [command]);
    const own = about.options.filter(([name = ""]) => !names.has(name) && !name.startsWith("-h"));
    const note = command === "sandbox-gateway" ? "\nThe production build leaves it out.\n" : "";
    const given = [...about.commands, ...about.arguments, ...own];
    return `## funray ${command}\n\n${about.about}.\n${note}\n\`\`\`sh\n${about.usage}\n\`\`\`\n\n${given.length > 0 ? `${list(given)}\n` : ""}`;
  });
  return `# Commands

Run each command as the user of the service and with the same settings, for example \`--env-file /etc/funray.env\`. It then uses the
database of the service. \`funray --help\` lists the commands, \`funray serve --help\` the flags of one.

${parts.join("")}## Shared flags

Every command takes these. Each is also a [setting](settings.md).

${list(shared)}`;
}
