import type { ComponentProps } from "react";
import { RadioGroup } from "@/ui/RadioGroup";
import { useControlledField } from "./useControlledField";

type FormRadioGroupProps = Omit<
  ComponentProps<typeof RadioGroup>,
  "name" | "error" | "value" | "onPick" | "ref"
> & { name: string };

/** Kept apart from the other fields, so that forms without one don't carry it. */
export function FormRadioGroup({ name, ...field }: FormRadioGroupProps) {
  const { value, pick, wiring, error } = useControlledField<string | undefined>(name);
  return <RadioGroup {...field} {...wiring} value={value} onPick={pick} error={error} />;
}
