import { useState } from "react";
import {
  set,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";

import type { ZodMiniType } from "zod/mini";
import { loadCode } from "@/lib/missingCode";

type Schema<Values> = ZodMiniType<Values, Values>;

/** What the schema says about the values, in the form's own terms: the first message of each field, at the field's place. */
function resolverOf<Values extends FieldValues>(
  schema: Schema<Values> | Promise<Schema<Values>>,
): Resolver<Values> {
  return async (values) => {
    const result = (await schema).safeParse(values);
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
  schema: Schema<Values> | Promise<Schema<Values>>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: resolverOf(schema), defaultValues, mode: "onTouched" });
}

/**
 * The same, for pages that have to be light: the rules are fetched while the form is being looked at, and whatever is
 * checked before they are there waits for them. Without them there is no form: it fails like a page that can't be fetched.
 */
export function useLateZodForm<Values extends FieldValues>(
  fetchSchema: () => Promise<Schema<Values>>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  const [failure, setFailure] = useState<{ reason: unknown }>();
  const [schema] = useState(() =>
    loadCode(fetchSchema).catch((reason: unknown) => {
      setFailure({ reason });
      // The form goes: what still waits for its rules waits for nothing.
      return new Promise<never>(() => undefined);
    }),
  );
  if (failure) throw failure.reason;
  return useZodForm(schema, defaultValues);
}
