// Page of all settings, from the commented default file that the program contains.
import { read } from "../repository.ts";

const source = "crates/platform/config.default.toml";

type Setting = { name: string; value: string; comment: string[] };
type Section = { name: string; settings: Setting[] };

/** Parses the default file. A comment belongs to the setting below it. */
function parse(): Section[] {
  const sections: Section[] = [{ name: "", settings: [] }];
  let isIntroOver = false;
  let comment: string[] = [];
  for (const line of read(source).split("\n")) {
    const [, head] = /^\[([\w.]+)\]$/.exec(line) ?? [];
    const [, key, value] = /^(\w+) = (.*)$/.exec(line) ?? [];
    if (line.startsWith("#")) comment.push(line.replace(/^# ?/, ""));
    else if (head !== undefined) sections.push({ name: head, settings: [] });
    else if (key !== undefined && value !== undefined) {
      const section = sections.at(-1);
      const name = section?.name ? `${section.name}.${key}` : key;
      section?.settings.push({ name, value, comment });
      comment = [];
    } else if (line === "" && !isIntroOver) {
      isIntroOver = true;
      comment = [];
    }
  }
  return sections;
}

/** Lists the names of all settings, as in `http.body_limit_kb`. */
export function settingNames(): string[] {
  return parse().flatMap((section) => section.settings.map((setting) => setting.name));
}

/** Escapes what Markdown would read as HTML or as a link. */
const plain = (text: string) => text.replaceAll("<", "\\<").replaceAll("[", "\\[");

function entry(setting: Setting, before: Setting | undefined): string {
  const variable = `FUNRAY_${setting.name.toUpperCase().replaceAll(".", "__")}`;
  const text = setting.comment.length > 0 ? plain(setting.comment.join("\n")) : `As \`${before?.name}\`.`;
  const value = setting.value === '""' ? "empty" : `\`${setting.value}\``;
  // The program refuses a variable for a guard that only the file may switch off.
  const isFileOnly = setting.comment.join(" ").includes("Only the config file can");
  const source = isFileOnly ? "No variable." : `Variable: \`${variable}\`.`;
  return `### ${setting.name}\n\n${text}\n\nDefault: ${value}. ${source}\n`;
}

export function settingsPage(): string {
  const parts = parse().map(({ name, settings }) => {
    const entries = settings.map((setting, at) => entry(setting, settings[at - 1]));
    return `## ${name === "" ? "General" : name}\n\n${entries.join("\n")}`;
  });
  return `# Settings

The program looks for a setting in four places. The first one that has it is used:

1. a flag, such as \`--listen 0.0.0.0:80\`
2. a variable, such as \`FUNRAY_LISTEN=0.0.0.0:80\`, in the environment or in the file of \`--env-file\`
3. a TOML file, named by \`--config\` or \`FUNRAY_CONFIG\`
4. its default

\`funray config\` prints all settings in force with their sources, with secrets masked. An unknown setting is an error. A setting \`a.b\` is
the line \`b\` in the section \`a\` of the TOML file.

${parts.join("\n")}`;
}
