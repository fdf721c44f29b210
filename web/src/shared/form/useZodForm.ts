import {
  set,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";

import type { ZodMiniType } from "zod/mini";

/** What the schema says about the values, in the form's own terms: the first message of each field, at the field's place. */
function resolverOf<Values extends FieldValues>(schema: ZodMiniType<Values, Values>): Resolver<Values> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors = {};
    for (const { path, message } of result.error.issues.toReversed()) {
      set(errors, path.join("."), { type: "rule", message });
    }
    return { values: {}, errors };
  };
}

/** A form whose rules are a zod schema. A field's error shows once the field has been left, then follows every change. */
export function useZodForm<Values extends FieldValues>(
  schema: ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: resolverOf(schema), defaultValues, mode: "onTouched" });
}
