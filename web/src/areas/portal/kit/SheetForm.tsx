import type { FieldValues } from "react-hook-form";
import { m } from "@/i18n";
import { Form, type FormProps } from "@/shared/form/Form";
import { Button } from "@/ui/form/Button";
import { ConflictNotice, type ConflictNoticeProps } from "./ConflictNotice";

interface SheetFormProps<Values extends FieldValues>
  extends
    Pick<FormProps<Values>, "form" | "onSubmit" | "children" | "submitLabel">,
    Partial<ConflictNoticeProps> {
  onClose: () => void;
}

/** Form of one record in a sheet. */
export function SheetForm<Values extends FieldValues>({
  submitLabel = m.kit_save(),
  conflict,
  texts,
  onClose,
  children,
  ...form
}: SheetFormProps<Values>) {
  return (
    <Form
      {...form}
      submitLabel={submitLabel}
      aside={
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      }
    >
      <ConflictNotice conflict={conflict} texts={texts} />
      {children}
    </Form>
  );
}
