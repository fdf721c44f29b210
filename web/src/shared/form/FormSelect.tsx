import type { ComponentProps } from "react";
import { errorText } from "@/api/error";
import { Select } from "@/ui/form/Select";
import { useField } from "./useField";

interface FormSelectProps extends Omit<ComponentProps<typeof Select>, "name" | "error" | "ref"> {
  name: string;
  /** Error from loading the choices. */
  choicesError?: Error | null | undefined;
}

/** A separate file, so that forms without a select don't load it. */
export function FormSelect({ name, choicesError, ...field }: FormSelectProps) {
  const { registration, error } = useField(name);
  return <Select {...field} {...registration} error={error ?? errorText(choicesError)} />;
}
