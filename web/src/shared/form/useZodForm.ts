import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

/** A form whose rules are a zod schema. A field's error shows once the field has been left, then follows every change. */
export function useZodForm<Values extends FieldValues>(
  schema: ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(schema), defaultValues, mode: "onTouched" });
}
