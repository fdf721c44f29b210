// Turns the declared fields of a resource into form controls, validation rules and initial values.
import { Suspense } from "react";
import * as z from "zod/mini";
import { FormDateField } from "@/shared/form/DateField";
import { FormCheckbox, FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormProvinceField } from "@/shared/form/FormProvinceField";
import { optionalPicture, requiredDate } from "@/shared/form/richRules";
import { optionalText, requiredText } from "@/shared/form/rules";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Skeleton } from "@/ui/layout/Skeleton";
import type { FormValues, ResourceField } from "./declareResource";

// Loaded on demand, because few records have a picture.
const FormPictureField = lazyPiece(async () => (await import("./PictureField")).FormPictureField);

type FieldsByName = Readonly<Record<string, ResourceField>>;

function ruleOf(field: ResourceField) {
  switch (field.kind) {
    case "check":
      return z.boolean();
    case "day":
      return requiredDate(field.label());
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

export function schemaOf(fields: FieldsByName): z.ZodMiniType<FormValues, FormValues> {
  const rules = Object.entries(fields).map(([name, field]) => [name, ruleOf(field)] as const);
  return z.object(Object.fromEntries(rules));
}

/** Returns the initial values of a form: those of a record, or of a new one. */
export function valuesOf(fields: FieldsByName, record?: object): FormValues {
  const known = new Map<string, unknown>(Object.entries(record ?? {}));
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, string | boolean] => {
      const value = known.get(name);
      if (field.kind === "check") return [name, value === true];
      const start = "start" in field && record === undefined ? (field.start ?? "") : "";
      return [name, typeof value === "string" ? value : start];
    }),
  );
}

export function Fields({ fields }: { fields: FieldsByName }) {
  return Object.entries(fields).map(([name, field]) => <OneField key={name} name={name} field={field} />);
}

function OneField({ name, field }: { name: string; field: ResourceField }) {
  const label = field.label();
  switch (field.kind) {
    case "check":
      return <FormCheckbox name={name} label={label} />;
    case "day":
      return <FormDateField name={name} label={label} />;
    case "picture":
      return (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <FormPictureField name={name} label={label} kind={field.of} isOptional />
        </Suspense>
      );
    default: {
      const texts = { name, label, hint: field.hint?.(), isOptional: field.isOptional, autoComplete: "off" };
      if (field.kind === "area") return <FormTextArea {...texts} />;
      if (field.kind === "province") return <FormProvinceField {...texts} />;
      return <FormTextField {...texts} autoCapitalize={field.pattern ? "none" : undefined} />;
    }
  }
}
