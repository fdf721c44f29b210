// Reads source files as syntax trees.
import { readFileSync } from "node:fs";
import { parseSync } from "vite";

export interface Node {
  type: string;
  /** Place in the file's text. */
  start: number;
  end: number;
  [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Returns a syntax node and all nodes below it. */
export function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
}

export interface Source {
  text: string;
  program: unknown;
  /** All nodes of the program. */
  nodes: Node[];
}

export function parse(file: string): Source {
  const text = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  return { text, program, nodes: nodesIn(program) };
}

/** Returns the values of an object literal, by name. */
export function fieldsOf(object: Node): Map<string, Node> {
  const properties = (object["properties"] as Node[]).filter(({ type }) => type === "Property");
  return new Map(properties.map(({ key, value }) => [(key as { name?: string }).name ?? "", value as Node]));
}

export function nameOf(value: unknown): string | undefined {
  return (value as { name?: string } | undefined)?.name;
}

export function argumentsOf(call: Node | undefined): Node[] {
  return (call?.["arguments"] ?? []) as Node[];
}

/** Returns the calls of a function below a node. */
export function callsOf(name: string, nodes: readonly Node[]): Node[] {
  return nodes.filter(({ type, callee }) => type === "CallExpression" && nameOf(callee) === name);
}
