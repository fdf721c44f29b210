// Writes the types of the API calls out of the OpenAPI document: `npm run generate`. With `--check` it
// fails if the file is out of date. The types leave out what the app never reads, which is two thirds
// of them: examples, error replies, response headers, and members that must be absent.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { COMMENT_HEADER, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";

const source = new URL("../../../crates/funray/openapi.json", import.meta.url);
const target = new URL("../../src/api/schema.d.ts", import.meta.url);

interface Media {
  example?: unknown;
  examples?: unknown;
}

interface Reply {
  description?: string;
  headers?: unknown;
  content?: Record<string, Media>;
}

interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Reply>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses?: unknown };
}

function dropExamples(content: Record<string, Media> = {}): void {
  for (const media of Object.values(content)) {
    delete media.example;
    delete media.examples;
  }
}

/** Keeps the successful replies of an operation. The client reads errors as `ErrorBody`. */
function slim({ requestBody, responses }: Operation): void {
  dropExamples(requestBody?.content);
  for (const [status, reply] of Object.entries(responses)) {
    if (!status.startsWith("2")) delete responses[status];
    dropExamples(reply.content);
    delete reply.headers;
    delete reply.description;
  }
}

function nameOf(member: ts.TypeElement): string {
  return member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))
    ? member.name.text
    : "";
}

/**
 * Whether a member says nothing: it must be absent (`path?: never`), or has no members itself. Replies without a body keep
 * their `content?: never`.
 */
function isEmpty(member: ts.TypeElement): boolean {
  if (!ts.isPropertySignature(member) || !member.type || nameOf(member) === "content") return false;
  if (member.type.kind === ts.SyntaxKind.NeverKeyword) return true;
  if (!ts.isTypeLiteralNode(member.type)) return false;
  const { members } = member.type;
  // Headers of replies are open: any name, any value.
  if (nameOf(member) === "headers") return members.every(ts.isIndexSignatureDeclaration);
  return nameOf(member) === "parameters" && members.length === 0;
}

const withoutEmpty: ts.TransformerFactory<ts.Node> = (context) => {
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isTypeLiteralNode(visited)) return visited;
    const members = visited.members.filter((member) => !isEmpty(member));
    return ts.factory.updateTypeLiteralNode(visited, ts.factory.createNodeArray(members));
  };
  return (node) => ts.visitNode(node, visit);
};

/** Writes bodies and replies in one line each. */
const inLines: ts.TransformerFactory<ts.Node> = (context) => {
  const flatten = (node: ts.Node): ts.Node => {
    if (ts.isTypeLiteralNode(node)) ts.setEmitFlags(node, ts.EmitFlags.SingleLine);
    return ts.visitEachChild(node, flatten, context);
  };
  const visit = (node: ts.Node): ts.Node => {
    const isBody = ts.isPropertySignature(node) && /^(requestBody|responses)$/.test(nameOf(node));
    return ts.visitEachChild(node, isBody ? flatten : visit, context);
  };
  return (node) => ts.visitNode(node, visit);
};

async function typesOf(text: string): Promise<string> {
  const document = JSON.parse(text) as Document;
  for (const path of Object.values(document.paths)) Object.values(path).forEach(slim);
  delete document.components.responses;
  const nodes = await openapiTS(document as unknown as OpenAPI3, { silent: true });
  const { transformed } = ts.transform<ts.Node>(nodes, [withoutEmpty, inLines]);
  const file = ts.createSourceFile("schema.d.ts", "", ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  const printed = transformed.map((node) => printer.printNode(ts.EmitHint.Unspecified, node, file));
  return `${COMMENT_HEADER}${printed.join("\n")}\n`;
}

const types = await typesOf(await readFile(source, "utf8"));
if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== types) {
    console.error("web/src/api/schema.d.ts is out of date: run `npm run api:types` in web/");
    process.exitCode = 1;
  }
} else await writeFile(target, types);
