import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";

/** Says what the number is recognised as. An unknown one is taken all the same: there are more registers than we know. */
export function BusinessNumberField({ name }: { name: string }) {
  const number = useFormContext<Record<string, string>>().watch(name);
  const [hint, setHint] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    // Only a help: where it can't be fetched, nothing is said.
    const show = async () => {
      const { hintOf } = await import("./businessNumber");
      if (isCurrent) setHint(hintOf(number ?? ""));
    };
    if (number) void show().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [number]);
  return <FormTextField name={name} label={m.field_business_number()} hint={number ? hint : undefined} />;
}
