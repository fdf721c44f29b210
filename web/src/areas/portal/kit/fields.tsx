// Turns declared fields into form controls, validation rules and initial values.
import * as z from "zod/mini";
import { FormDateField } from "@/shared/form/DateField";
import { FormCheckbox, FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormProvinceField } from "@/shared/form/FormProvinceField";
import { optionalPicture, requiredDate } from "@/shared/form/richRules";
import { optionalPhone, optionalText, requiredText } from "@/shared/form/rules";
import type { Definition, FormValues, ResourceField, Versioned } from "./declareResource";
import { formValues } from "./formValues";
import { FormPictureField } from "./PictureField";
import type { RecordForm } from "./resource";

type FieldsByName = Readonly<Record<string, ResourceField>>;

function ruleOf(field: ResourceField) {
  switch (field.kind) {
    case "check":
      return z.boolean();
    case "day":
      return requiredDate(field.label());
    case "phone":
      return optionalPhone();
    case "picture":
      return optionalPicture();
    default: {
      const { label, most, isOptional, pattern } = field;
      const text = isOptional ? optionalText(label(), most) : requiredText(label(), most);
      if (pattern === undefined) return text;
      const [allowed, message] = pattern;
      return text.check(z.refine((given) => allowed.test(given), message()));
    }
  }
}

type ValueOf<Field extends ResourceField> = Field["kind"] extends "check" ? boolean : string;
type RulesOf<Fields extends FieldsByName> = {
  -readonly [Name in keyof Fields]: z.ZodMiniType<ValueOf<Fields[Name]>, ValueOf<Fields[Name]>>;
};

/** Returns the validation rules of the fields, for a form that has others too. */
export function rulesOf<Fields extends FieldsByName>(fields: Fields): RulesOf<Fields> {
  const rules = Object.entries(fields).map(([name, field]) => [name, ruleOf(field)]);
  return Object.fromEntries(rules) as RulesOf<Fields>;
}

export function schemaOf(fields: FieldsByName) {
  return z.object(rulesOf(fields) as Record<string, z.ZodMiniType<string | boolean, string | boolean>>);
}

/** Returns the initial values of a form: those of a record, or of a new one. */
export function valuesOf(fields: FieldsByName, record?: object): FormValues {
  const starts = Object.entries(fields).map(([name, field]) => [name, "start" in field ? field.start : ""]);
  return formValues(schemaOf(fields), record as FormValues, Object.fromEntries(starts) as FormValues);
}

/** Returns the form of a declared resource. */
export function fieldsForm({
  fields,
  Helper,
  create,
  change,
}: Definition): RecordForm<Versioned, FormValues> {
  return {
    schema: () => schemaOf(fields),
    valuesOf: (record) => valuesOf(fields, record),
    Fields: () => (
      <div className="flex flex-col gap-5">
        {Helper && <Helper />}
        <Fields fields={fields} />
      </div>
    ),
    create,
    change,
  };
}

interface FieldsProps {
  fields: FieldsByName;
  /** Class name of each field. */
  className?: string;
}

export function Fields({ fields, className }: FieldsProps) {
  return Object.entries(fields).map(([name, field]) => (
    <OneField key={name} name={name} field={field} className={className} />
  ));
}

interface OneFieldProps {
  name: string;
  field: ResourceField;
  className: string | undefined;
}

function OneField({ field, ...base }: OneFieldProps) {
  const named = { ...base, label: field.label() };
  switch (field.kind) {
    case "check":
      return <FormCheckbox {...named} />;
    case "day":
      return <FormDateField {...named} />;
    case "phone":
      return <FormTextField {...named} type="tel" autoComplete="off" isOptional />;
    case "picture":
      return <FormPictureField {...named} kind={field.of} isOptional />;
    default: {
      const texts = { ...named, hint: field.hint?.(), isOptional: field.isOptional, autoComplete: "off" };
      if (field.kind === "area") return <FormTextArea {...texts} rows={field.rows} />;
      if (field.kind === "province") return <FormProvinceField {...texts} />;
      return <FormTextField {...texts} autoCapitalize={field.pattern ? "none" : undefined} />;
    }
  }
}
