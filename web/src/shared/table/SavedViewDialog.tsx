import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { createOnce } from "@/api/createOnce";
import type { ReadPath } from "@/api/reading";
import { m } from "@/i18n";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Notice } from "@/ui/layout/Notice";
import { toast } from "@/ui/overlay/toast";
import type { SavedView, Shown } from "./savedViews";

/** Maximum length that the server accepts. */
const MAX_NAME_LENGTH = 60;
const VIEWS: readonly ReadPath[] = ["/Accounts/me/views"];

interface SavedViewDialogProps {
  list: string;
  /** View to rename, or `undefined` to save the shown list as a new view. */
  view: SavedView | undefined;
  shown: Shown;
  onClose: () => void;
}

/** Dialog for the name of a view, and whether it is the list's default. */
export function SavedViewDialog({ list, view, shown, onClose }: SavedViewDialogProps) {
  const form = useZodForm(
    z.object({
      name: requiredText(m.lists_views_name(), MAX_NAME_LENGTH),
      isDefault: z.boolean(),
      isReplaced: z.boolean(),
    }),
    { name: view?.name ?? "", isDefault: view?.isDefault ?? false, isReplaced: false },
  );
  const onSuccess = (said: string) => () => {
    toast.success(said);
    onClose();
  };
  const save = useMutation({
    mutationFn: ({
      name,
      isDefault,
      isReplaced,
    }: {
      name: string;
      isDefault: boolean;
      isReplaced: boolean;
    }) => {
      const body = { ...(view && !isReplaced ? view : shown), list, name, isDefault };
      return view
        ? call("put", "/api/v1/Accounts/me/views/{id}", { path: { id: view.id }, body })
        : createOnce("/api/v1/Accounts/me/views", { body });
    },
    meta: { invalidates: VIEWS },
    onSuccess: onSuccess(m.lists_views_saved()),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call("delete", "/api/v1/Accounts/me/views/{id}", { path: { id } }),
    meta: { invalidates: VIEWS },
    onSuccess: onSuccess(m.lists_views_deleted()),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={view ? m.lists_views_edit({ name: view.name }) : m.lists_views_save()}
    >
      <Form
        form={form}
        onSubmit={save.mutateAsync}
        submitLabel={m.kit_save()}
        isUnguarded
        aside={
          view && (
            <Button variant="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(view.id)}>
              {m.lists_views_delete()}
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {!view && <Notice>{m.lists_views_kept()}</Notice>}
          <FormTextField name="name" label={m.lists_views_name()} autoComplete="off" />
          <FormCheckbox name="isDefault" label={m.lists_views_is_default()} />
          {view && <FormCheckbox name="isReplaced" label={m.lists_views_replace()} />}
        </div>
      </Form>
    </Dialog>
  );
}
