import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { FormSelect } from "@/shared/form/FormSelect";
import type { Choice } from "@/ui/ChoiceSelect";

interface ChoiceFieldProps<Found extends Choice, Key extends QueryKey> {
  name: string;
  label: string;
  /** What can be chosen: all that is switched on. */
  query: UseQueryOptions<Found[], Error, Found[], Key>;
}

/** One out of the directory. Something that was chosen and switched off since stays chosen, and says so. */
export function ChoiceField<Found extends Choice, Key extends QueryKey>({
  name,
  label,
  query,
}: ChoiceFieldProps<Found, Key>) {
  const { data: choices = [], isSuccess } = useQuery(query);
  const { formState } = useFormContext<Record<string, string>>();
  const before = formState.defaultValues?.[name] ?? "";
  const isGone = before !== "" && !choices.some(({ value }) => value === before);
  return (
    <FormSelect
      // A select can only show a value that it offers: it is drawn anew once it offers them all.
      key={String(isSuccess)}
      name={name}
      label={label}
      choices={[
        { value: "", text: m.tenants_choose() },
        ...choices,
        ...(isGone ? [{ value: before, text: isSuccess ? m.tenants_switched_off() : "…" }] : []),
      ]}
    />
  );
}
