// Fields that only orders have, in a separate file so that no other form loads them.
import type { ComponentProps } from "react";
import { Stepper } from "@/ui/form/Stepper";
import { useControlledField } from "./useControlledField";

export function FormStepper({
  name,
  ...field
}: Omit<ComponentProps<typeof Stepper>, "value" | "onChange"> & { name: string }) {
  const { value, pick } = useControlledField<number | undefined>(name);
  return <Stepper {...field} value={value ?? field.least} onChange={pick} />;
}
