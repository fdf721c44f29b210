// Fields of the UI kit, connected to the surrounding `Form` by name.
import type { ComponentProps } from "react";
import { Checkbox } from "@/ui/form/Checkbox";
import { PasswordField } from "@/ui/form/PasswordField";
import { TextArea } from "@/ui/form/TextArea";
import { TextField } from "@/ui/form/TextField";
import { useField } from "./useField";

type Named<Props> = Omit<Props, "name" | "error" | "value" | "onPick" | "ref"> & { name: string };

export function FormTextField({ name, ...field }: Named<ComponentProps<typeof TextField>>) {
  const { registration, error } = useField(name);
  return <TextField {...field} {...registration} error={error} />;
}

export function FormPasswordField({ name, ...field }: Named<ComponentProps<typeof PasswordField>>) {
  const { registration, error } = useField(name);
  return <PasswordField {...field} {...registration} error={error} />;
}

export function FormTextArea({ name, ...field }: Named<ComponentProps<typeof TextArea>>) {
  const { registration, error } = useField(name);
  return <TextArea {...field} {...registration} error={error} />;
}

export function FormCheckbox({ name, ...field }: Named<ComponentProps<typeof Checkbox>>) {
  const { registration, error } = useField(name);
  return <Checkbox {...field} {...registration} error={error} />;
}
