// Fields that only orders have, in a separate file so that no other form loads them.
import type { ComponentProps } from "react";
import { AmountButtons } from "@/ui/form/AmountButtons";
import { Stepper } from "@/ui/form/Stepper";
import { useControlledField } from "./useControlledField";

type Named<Props> = Omit<Props, "name" | "error" | "value" | "onPick" | "ref"> & { name: string };

export function FormAmountButtons({ name, ...field }: Named<ComponentProps<typeof AmountButtons>>) {
  const { value, pick, wiring, error } = useControlledField<number | undefined>(name);
  return <AmountButtons {...field} {...wiring} value={value} onPick={pick} error={error} />;
}

export function FormStepper({
  name,
  ...field
}: Omit<ComponentProps<typeof Stepper>, "value" | "onChange"> & { name: string }) {
  const { value, pick } = useControlledField<number | undefined>(name);
  return <Stepper {...field} value={value ?? field.least} onChange={pick} />;
}
