import { m } from "@/i18n";
import { FormSelect } from "@/shared/form/FormSelect";

interface SortFieldProps {
  name: string;
  label: string;
  /** One of the server's lists; undefined while it is on its way. */
  choices: readonly { value: string; text: string }[] | undefined;
}

/** What an organization is sorted under: nothing at first, so that nobody ends up under the first by accident. */
export function SortField({ name, label, choices }: SortFieldProps) {
  const none = { value: "", text: m.account_choose() };
  return <FormSelect name={name} label={label} choices={[none, ...(choices ?? [])]} />;
}
