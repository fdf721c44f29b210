// Imports records from a CSV file: template, preview, import as a whole.
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { ApiError } from "@/api/error";
import { base64Of } from "@/lib/base64Of";
import { saveFile } from "@/lib/saveFile";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { RadioGroup } from "@/ui/form/RadioGroup";
import { Notice } from "@/ui/layout/Notice";
import { kindNames, kinds, type Imported, type KindName, type Preview } from "./kinds";
import { PreviewSection } from "./PreviewSection";

interface Chosen {
  name: string;
  content: string;
  preview: Preview;
}

/** Message about the whole file, which the server gives for the field of its content. */
function problemOf(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  return error.fields["content"] ?? error.errorMessage;
}

function FileButton({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        {m.import_choose()}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label={m.import_choose()}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // Reset, so that choosing the same file again is reported: it may have changed on disk.
          target.value = "";
        }}
      />
    </>
  );
}

/** Template, file, preview and import of one kind of records. */
function KindSection({ name }: { name: KindName }) {
  const kind = kinds[name];
  const [done, setDone] = useState<Imported>();
  const template = useMutation({
    mutationFn: () => kind.template(),
    onSuccess: (file) => saveFile(file.name, file.content, "text/csv;charset=utf-8"),
  });
  const preview = useMutation({
    mutationFn: async (file: File): Promise<Chosen> => {
      const content = await base64Of(file);
      return { name: file.name, content, preview: await kind.preview({ content }) };
    },
    meta: { showsItsOwnErrors: () => true },
    onMutate: () => setDone(undefined),
  });
  const { mutation } = useSave({
    save: async ({ content }: Chosen) => setDone(await kind.import({ content })),
    isRepeatable: true,
    saved: m.import_done(),
    invalidates: kind.invalidates,
    onSaved: () => preview.reset(),
  });
  const chosen = preview.data;
  const changes = chosen ? chosen.preview.newRows + chosen.preview.changedRows : 0;
  return (
    <>
      <p className="mt-4 max-w-[72ch] text-ink-soft">{kind.note()}</p>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button variant="secondary" isBusy={template.isPending} onClick={() => template.mutate()}>
          {m.import_template()}
        </Button>
        <FileButton isBusy={preview.isPending} onFile={(file) => preview.mutate(file)} />
      </div>
      {preview.error && (
        <Notice tone="danger" className="mt-4 max-w-3xl">
          <p className="wrap-anywhere">{problemOf(preview.error)}</p>
          <p>{m.import_nothing()}</p>
        </Notice>
      )}
      {done && (
        <Notice tone="success" className="mt-4 max-w-3xl">
          <p>
            {m.import_result({
              added: done.newRows,
              changed: done.changedRows,
              unchanged: done.unchangedRows,
            })}
          </p>
        </Notice>
      )}
      {chosen && (
        <>
          <PreviewSection key={chosen.content} preview={chosen.preview} fileName={chosen.name} />
          {chosen.preview.refusedRows === 0 && (
            <div className="mt-6">
              {changes > 0 ? (
                <Button isBusy={mutation.isPending} onClick={() => mutation.mutate(chosen)}>
                  {m.import_import({ count: changes })}
                </Button>
              ) : (
                <p>{m.import_no_changes()}</p>
              )}
            </div>
          )}
        </>
      )}
    </>
  );
}

export function ImportPage() {
  const [name, setName] = useState<KindName>("shops");
  return (
    <Page title={m.import_title()}>
      <PageHeading>{m.import_title()}</PageHeading>
      <p className="mt-2 max-w-[72ch] text-ink-soft">{m.import_lead()}</p>
      <RadioGroup
        className="mt-6"
        legend={m.import_kind()}
        choices={kindNames.map((value) => ({ value, text: kinds[value].label() }))}
        value={name}
        onPick={(value) => setName(value as KindName)}
      />
      <KindSection key={name} name={name} />
    </Page>
  );
}
