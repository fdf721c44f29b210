import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Vendor } from "@/areas/portal/tenants/vendors/vendors";
import { getLocale, m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { RetryScene } from "@/shared/page/RetryScene";
import { asQuery } from "@/shared/table/anyQuery";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { PopUpChoices } from "@/ui/overlay/PopUp";
import { Select } from "@/ui/form/Select";
import { Skeleton } from "@/ui/layout/Skeleton";
import { askForPoster, posterQuery, type PosterFormat, type PosterLanguage } from "./posters";

const SHEETS = [
  ["letter", m.tenants_poster_letter],
  ["a4", m.tenants_poster_a4],
  ["tent", m.tenants_poster_tent],
  ["stickers", m.tenants_poster_stickers],
] as const satisfies readonly (readonly [PosterFormat, () => string])[];

/** Poster of a shop: preview and downloads. */
export function PosterSheet({ vendor: { id, displayName } }: { vendor: Vendor }) {
  const menuId = useId();
  const [language, setLanguage] = useState<PosterLanguage>(getLocale());
  const saving = useMutation({
    mutationFn: async (format: PosterFormat) => {
      const drawn = await askForPoster(id, format, language);
      saveFile(format === "png" ? "poster.png" : `poster-${format}-${language}.pdf`, drawn);
    },
  });
  return (
    <section className="p-5 border border-line rounded-[min(20px,var(--corner-panel))] bg-surface">
      <h2 className="text-lg">{m.tenants_poster()}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{m.tenants_poster_hint()}</p>
      <ShownPoster id={id} name={displayName} language={language} />
      <Select
        label={m.tenants_poster_language()}
        value={language}
        choices={[
          { value: "en", text: m.tenants_poster_english() },
          { value: "fr", text: m.tenants_poster_french() },
        ]}
        onChange={(event) => setLanguage(event.target.value === "fr" ? "fr" : "en")}
        className="mt-4"
      />
      <Button
        className="mt-4 w-full"
        isBusy={saving.isPending && saving.variables === "png"}
        onClick={() => saving.mutate("png")}
      >
        <Icon name="download" size={20} />
        {m.tenants_poster_download()}
      </Button>
      <Button
        className="mt-2 w-full"
        variant="quiet"
        popoverTarget={menuId}
        isBusy={saving.isPending && saving.variables !== "png"}
      >
        <Icon name="printer" size={20} />
        {m.tenants_poster_print()}
      </Button>
      <PopUpChoices
        id={menuId}
        label={m.tenants_poster_print()}
        choices={SHEETS}
        onChoose={(format) => saving.mutate(format)}
      />
    </section>
  );
}

/** Preview of the poster. Saving the form invalidates it, because it shows saved data. */
function ShownPoster({ id, name, language }: { id: string; name: string; language: PosterLanguage }) {
  const found = useQuery(asQuery<unknown>(posterQuery(id, language)));
  const picture = useRef<HTMLImageElement>(null);
  const drawn = found.data;
  useEffect(() => {
    if (!(drawn instanceof Blob) || !picture.current) return undefined;
    const address = URL.createObjectURL(drawn);
    picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [drawn]);
  if (found.isLoadingError) return <RetryScene error={found.error} onRetry={() => void found.refetch()} />;
  const look = "aspect-[480/678] h-auto w-full max-w-80 rounded-[12px] border border-line bg-[#fff]";
  if (drawn === undefined) return <Skeleton className={look} />;
  return <img ref={picture} alt={m.tenants_poster_alt({ name })} width={480} height={678} className={look} />;
}
