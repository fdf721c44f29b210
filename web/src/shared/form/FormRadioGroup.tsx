import type { ComponentProps } from "react";
import { RadioGroup } from "@/ui/form/RadioGroup";
import { useControlledField } from "./useControlledField";

type FormRadioGroupProps = Omit<
  ComponentProps<typeof RadioGroup>,
  "name" | "error" | "value" | "onPick" | "ref"
> & { name: string };

/** A separate file, so that forms without radio buttons don't load it. */
export function FormRadioGroup({ name, ...field }: FormRadioGroupProps) {
  const { value, pick, wiring, error } = useControlledField<string | undefined>(name);
  return <RadioGroup {...field} {...wiring} value={value} onPick={pick} error={error} />;
}
