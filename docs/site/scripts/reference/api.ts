// Overview of the API, and one page for each group of its calls, from the committed OpenAPI document.
import { read, table } from "../repository.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  oneOf?: Schema[];
};
type Content = { content?: Record<string, { schema?: Schema; example?: unknown }> };
type Operation = {
  tags: string[];
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string; description?: string }>;
  security?: unknown[];
};
type Document = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> };
};

const document = JSON.parse(read("crates/funray/openapi.json")) as Document;

const nameOf = (reference: string) => reference.split("/").at(-1) ?? "";

function typeName(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.items) return `list of ${typeName(schema.items)}`;
  if (schema.oneOf)
    return schema.oneOf
      .map(typeName)
      .filter((name) => name !== "null" && name !== "")
      .join(" or ");
  const types = [schema.type ?? "any"].flat().filter((type) => type !== "null");
  return schema.enum ? schema.enum.map((value) => String(value)).join(", ") : types.join(" or ");
}

const oneLine = (text = "") => text.replaceAll("\n", " ").replaceAll("<", "\\<");

function bodyTable(content: Content | undefined): string {
  const schema = content?.content?.["application/json"]?.schema;
  const found = schema?.$ref ? document.components.schemas[nameOf(schema.$ref)] : schema;
  const properties = Object.entries(found?.properties ?? {});
  if (properties.length === 0) return "";
  const rows = properties.map(([name, property]) => [
    `\`${name}\``,
    typeName(property),
    found?.required?.includes(name) ? "yes" : "",
    oneLine(property.description),
  ]);
  return `**Body**\n\n${table(["Property", "Type", "Required", "Meaning"], rows)}\n\n`;
}

function parameterTable(operation: Operation): string {
  const rows = (operation.parameters ?? []).map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    typeName(parameter.schema),
    oneLine(parameter.description),
  ]);
  return rows.length === 0 ? "" : `${table(["Parameter", "In", "Type", "Meaning"], rows)}\n\n`;
}

/** The descriptions of error responses are lists of codes. */
function codesOf(operation: Operation): string {
  const refused = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status));
  const texts = refused.map(([, reply]) =>
    reply.$ref ? document.components.responses[nameOf(reply.$ref)]?.description : reply.description,
  );
  const codes = texts.flatMap((text) => text?.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []);
  const list = [...new Set(codes)].toSorted().map((code) => `\`${code}\``);
  return list.length === 0 ? "" : `Error codes: ${list.join(", ")}.\n`;
}

function replyExample(operation: Operation): string {
  const [, reply] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const example = reply?.content?.["application/json"]?.example;
  return example === undefined
    ? ""
    : `**Reply**\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n\n`;
}

function operationPart(path: string, method: string, operation: Operation): string {
  const who = operation.security?.length ? "" : "No session is needed. ";
  return [
    `## ${operation.summary.replace(/\.$/, "")}\n\n`,
    `\`${method.toUpperCase()} ${path}\`\n\n`,
    who === "" && !operation.description
      ? ""
      : `${who}${operation.description?.replaceAll("<", "\\<") ?? ""}\n\n`,
    parameterTable(operation),
    bodyTable(operation.requestBody),
    replyExample(operation),
    codesOf(operation),
  ].join("");
}

/** Pages of the groups of calls, by lower-case name. They are made for the site only, because they repeat a committed file. */
export function apiPages(): Record<string, string> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const pages = document.tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    const parts = own.map(({ path, method, operation }) => operationPart(path, method, operation));
    return [name.toLowerCase(), `# ${name}\n\n${description}\n\n${parts.join("\n")}`];
  });
  return Object.fromEntries(pages) as Record<string, string>;
}

export function apiPage(): string {
  const rows = document.tags.map(({ name, description }) => [name, description]);
  return `# API

${document.info.description}

## Groups of calls

The server has this document at \`/api/v1/openapi.json\`, and \`funray openapi\` prints it. The site has a page for each group.

${table(["Group", "Calls"], rows)}
`;
}
