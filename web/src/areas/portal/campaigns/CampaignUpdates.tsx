import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { createOnce } from "@/api/createOnce";
import { campaignUpdatesQuery, type CampaignUpdate } from "@/api/queries/campaignUpdates";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { useSave } from "@/areas/portal/kit/useSave";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Form } from "@/shared/form/Form";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import type { Campaign } from "./campaigns";

const MAX_TITLE_LENGTH = 120;
const MAX_TEXT_LENGTH = 2000;
const INVALIDATES = [...PUBLIC_PATHS.campaigns, ...LOG] as const;

function updateSchema() {
  return z.object({
    title: requiredText(m.campaigns_update_title(), MAX_TITLE_LENGTH),
    text: requiredText(m.campaigns_update_text(), MAX_TEXT_LENGTH),
  });
}

/** Updates of a campaign, with a form for a new one. An inactive campaign has no page for them. */
export function CampaignUpdates({ campaign: { id, isActive } }: { campaign: Campaign }) {
  const { data: updates } = useQuery({ ...campaignUpdatesQuery(id), enabled: isActive });
  const [isWriting, setIsWriting] = useState(false);
  return (
    <section className="mt-10 max-w-270 border-t border-line pt-6">
      <h2 className="text-lg">{m.campaigns_updates()}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {isActive ? m.campaigns_updates_lead() : m.campaigns_updates_later()}
      </p>
      {isActive && (
        <Button variant="secondary" onClick={() => setIsWriting(true)}>
          {m.campaigns_update_write()}
        </Button>
      )}
      {isWriting && <UpdateDialog id={id} onClose={() => setIsWriting(false)} />}
      <ul className="mt-6 grid gap-3">
        {updates?.items.map((update) => (
          <UpdateItem key={update.id} id={id} update={update} />
        ))}
      </ul>
      {updates?.items.length === 0 && <p>{m.campaigns_updates_none()}</p>}
    </section>
  );
}

/** Form in a dialog, because the form of the campaign already protects its page. */
function UpdateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useZodForm(updateSchema(), { title: "", text: "" });
  const { submit } = useSave({
    save: (body: { title: string; text: string }) =>
      createOnce("/api/v1/Charities/campaigns/{id}/updates", { path: { id }, body }),
    saved: m.campaigns_update_posted(),
    invalidates: INVALIDATES,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.campaigns_update_write()}>
      <Form form={form} onSubmit={submit} submitLabel={m.campaigns_update_post()} isUnguarded>
        <FormTextField name="title" label={m.campaigns_update_title()} autoComplete="off" />
        <FormTextArea name="text" label={m.campaigns_update_text()} rows={4} />
      </Form>
    </Dialog>
  );
}

function UpdateItem({ id, update }: { id: string; update: CampaignUpdate }) {
  const [isAsking, setIsAsking] = useState(false);
  const { title, text, createdAt } = update;
  const { mutation } = useSave({
    save: () =>
      call("delete", "/api/v1/Charities/campaigns/{id}/updates/{updateId}", {
        path: { id, updateId: update.id },
      }),
    saved: m.campaigns_update_deleted(),
    invalidates: INVALIDATES,
  });
  return (
    <li className="flex items-start gap-4 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 grow">
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
        <p className="text-sm text-ink-soft">{formatMoment(createdAt)}</p>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={m.campaigns_update_delete_named({ title })}
        onClick={() => setIsAsking(true)}
      >
        {m.campaigns_update_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.campaigns_update_delete_title()}
        confirmLabel={m.campaigns_update_delete()}
        isDangerous
        mutation={mutation}
        variables={undefined}
      >
        {m.campaigns_update_delete_text({ title })}
      </ConfirmDialog>
    </li>
  );
}
