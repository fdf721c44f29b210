import { ZodMiniBoolean, type infer as Infer, type ZodMiniObject } from "zod/mini";

/** A record with the fields of a form, some of them without a value. */
type Stored<Form> = {
  [Name in keyof Form]: Form[Name] extends boolean
    ? boolean
    : Form[Name] extends string
      ? string | number | null | undefined
      : Stored<Form[Name]>;
};

type Rules = ZodMiniObject["shape"];
type Given = Record<string, unknown>;

function valuesIn(rules: Rules, record: Given | undefined, initial: Given): Given {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const stored = record ? record[name] : initial[name];
      if ("shape" in rule) return [name, valuesIn(rule.shape as Rules, stored as Given | undefined, {})];
      if (rule instanceof ZodMiniBoolean) return [name, stored === true];
      return [name, typeof stored === "number" ? String(stored) : (stored ?? "")];
    }),
  );
}

/**
 * Returns the values of a form with these rules: a record's fields as texts, never null. Without a
 * record, those of a new one.
 */
export function formValues<Schema extends ZodMiniObject>(
  schema: Schema,
  record?: Stored<Infer<Schema>>,
  initial: Partial<Infer<Schema>> = {},
): Infer<Schema> {
  return valuesIn(schema.shape, record, initial) as Infer<Schema>;
}
