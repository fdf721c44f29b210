import type { UseQueryResult } from "@tanstack/react-query";
import { m } from "@/i18n";
import { FormSelect } from "@/shared/form/FormSelect";

interface SortFieldProps {
  name: string;
  label: string;
  /** One of the server's lists. */
  choices: Pick<
    UseQueryResult<readonly { value: string; text: string }[]>,
    "data" | "isLoadingError" | "error"
  >;
}

/** What an organization is sorted under: nothing at first, so that nobody ends up under the first by accident. */
export function SortField({ name, label, choices: { data, isLoadingError, error } }: SortFieldProps) {
  const none = { value: "", text: m.account_choose() };
  return (
    <FormSelect
      name={name}
      label={label}
      choices={[none, ...(data ?? [])]}
      choicesError={isLoadingError ? error : undefined}
    />
  );
}
