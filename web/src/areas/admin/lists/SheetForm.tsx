import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";

interface SheetFormProps<Values extends FieldValues> {
  schema: ZodMiniType<Values, Values>;
  values: DefaultValues<Values>;
  save: (values: Values) => Promise<unknown>;
  /** What is said when it is saved. */
  saved: string;
  /** What was read before and isn't true any more. */
  outdated: QueryKey;
  submitLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The form in a sheet beside a list: once it is saved, the list shows it, and the sheet goes. */
export function SheetForm<Values extends FieldValues>({
  schema,
  values,
  save,
  saved,
  outdated,
  submitLabel = m.kit_save(),
  onClose,
  children,
}: SheetFormProps<Values>) {
  const client = useQueryClient();
  const form = useZodForm(schema, values);
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      toast.success(saved);
      await client.invalidateQueries({ queryKey: outdated });
      onClose();
    },
  });
  return (
    <Form
      form={form}
      onSubmit={mutation.mutateAsync}
      submitLabel={submitLabel}
      aside={
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">{children}</div>
    </Form>
  );
}
