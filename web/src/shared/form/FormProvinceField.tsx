import { useState, type ComponentProps } from "react";
import { provinceName } from "@/lib/provinces";
import { TextField } from "@/ui/form/TextField";
import { useControlledField } from "./useControlledField";

type ProvinceFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "name" | "error" | "value" | "ref" | "onChange" | "onBlur"
> & { name: string };

/**
 * Field for a province. A stored name is shown in the page's language, but its value doesn't
 * change: otherwise each save in the other language would count as a new address.
 */
export function FormProvinceField({ name, ...input }: ProvinceFieldProps) {
  const { value, pick, wiring, error } = useControlledField<string | undefined>(name);
  const [typed, setTyped] = useState<string>();
  const text = value ?? "";
  return (
    <TextField
      {...input}
      {...wiring}
      error={error}
      // A name is not translated while it is being typed.
      value={text === typed ? text : provinceName(text)}
      onChange={({ target }) => {
        setTyped(target.value);
        pick(target.value);
      }}
    />
  );
}
