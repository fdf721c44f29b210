import type { ComponentProps } from "react";
import { errorText } from "@/api/error";
import { Select } from "@/ui/Select";
import { useField } from "./useField";

interface FormSelectProps extends Omit<ComponentProps<typeof Select>, "name" | "error" | "ref"> {
  name: string;
  /** Why there is nothing to choose from. */
  choicesError?: Error | null | undefined;
}

/** Kept apart from the other fields, so that forms without one don't carry it. */
export function FormSelect({ name, choicesError, ...field }: FormSelectProps) {
  const { registration, error } = useField(name);
  return <Select {...field} {...registration} error={error ?? errorText(choicesError)} />;
}
