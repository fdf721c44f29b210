// Writes the reference pages: `make reference`. With a program as argument it also writes the page of commands.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandsPage } from "./reference/commands.ts";
import { generated, referenceFolder } from "./reference/pages.ts";
import { root } from "./repository.ts";

const write = (name: string, text: string) => writeFileSync(join(root, referenceFolder, name), text);

for (const [name, page] of Object.entries(generated)) write(name, page());
const [, , program] = process.argv;
if (program !== undefined) write("commands.md", commandsPage(resolve(program)));
