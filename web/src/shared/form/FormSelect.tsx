import type { ComponentProps } from "react";
import { Select } from "@/ui/Select";
import { useField } from "./useField";

type FormSelectProps = Omit<ComponentProps<typeof Select>, "name" | "error" | "ref"> & { name: string };

/** Kept apart from the other fields, so that forms without one don't carry it. */
export function FormSelect({ name, ...field }: FormSelectProps) {
  const { registration, error } = useField(name);
  return <Select {...field} {...registration} error={error} />;
}
