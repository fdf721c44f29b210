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

/** Returns a resolver that runs the schema and reports the first message of each field. */
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

/**
 * A form validated by a zod schema. A field's error appears when the field is left, then follows
 * every change.
 */
export function useZodForm<Values extends FieldValues>(
  schema: Schema<Values> | Promise<Schema<Values>>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: resolverOf(schema), defaultValues, mode: "onTouched" });
}

/**
 * Like `useZodForm`, but loads the schema on demand, for pages that must be light. Validation
 * waits until the schema is loaded. If that fails, the page shows the error of missing code.
 */
export function useLateZodForm<Values extends FieldValues>(
  fetchSchema: () => Promise<Schema<Values>>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  const [failure, setFailure] = useState<{ reason: unknown }>();
  const [schema] = useState(() =>
    loadCode(fetchSchema).catch((reason: unknown) => {
      setFailure({ reason });
      // The error boundary unmounts the form, so pending validation never settles.
      return new Promise<never>(() => undefined);
    }),
  );
  if (failure) throw failure.reason;
  return useZodForm(schema, defaultValues);
}
