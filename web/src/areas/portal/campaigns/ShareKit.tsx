import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import type { operations } from "@/api/schema";
import { causesBrand, useCausesAddress } from "@/areas/portal/kit/usePublicAddress";
import { ShareButtons } from "@/features/share/ShareButtons";
import { getLocale, m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { paths } from "@/paths";
import { Button } from "@/ui/form/Button";
import { Select } from "@/ui/form/Select";
import { TextArea } from "@/ui/form/TextArea";
import { Icon } from "@/ui/Icon";
import type { Campaign } from "./campaigns";

type Asked = NonNullable<operations["get_campaign_poster"]["parameters"]["query"]>;
type PosterFormat = NonNullable<Asked["format"]>;
type PosterLanguage = "en" | "fr";

const FILES = [
  ["letter", m.campaigns_kit_letter],
  ["a4", m.campaigns_kit_a4],
  ["tent", m.campaigns_kit_tent],
  ["png", m.campaigns_kit_picture],
] as const satisfies readonly (readonly [PosterFormat, () => string])[];

async function savePoster(id: string, format: PosterFormat, language: PosterLanguage) {
  const drawn: unknown = await call("get", "/api/v1/Charities/campaigns/{id}/poster", {
    path: { id },
    query: { format, language },
  });
  // The OpenAPI document types the file as a string of bytes.
  saveFile(format === "png" ? "poster.png" : `poster-${format}-${language}.pdf`, drawn as Blob);
}

/** Material to promote a campaign: posters with a QR code, a picture for social media, and a text to paste. */
export function ShareKit({ campaign: { id, charityId, name } }: { campaign: Campaign }) {
  const [language, setLanguage] = useState<PosterLanguage>(getLocale());
  const address = useCausesAddress(paths.charityVendors(charityId, id));
  // The server redirects to the newest version of the picture.
  const picture = `/previews/${causesBrand()}/${language}/campaign/${id}/share.png`;
  const saving = useMutation({
    mutationFn: (format: PosterFormat) => savePoster(id, format, language),
  });
  const text = (language === "fr" ? m.campaigns_kit_words_fr : m.campaigns_kit_words_en)({ name, address });
  return (
    <section className="mt-10 max-w-270 border-t border-line pt-6">
      <h2 className="text-lg">{m.campaigns_kit()}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{m.campaigns_kit_lead()}</p>
      <Select
        label={m.tenants_poster_language()}
        value={language}
        choices={[
          { value: "en", text: m.tenants_poster_english() },
          { value: "fr", text: m.tenants_poster_french() },
        ]}
        onChange={(event) => setLanguage(event.target.value === "fr" ? "fr" : "en")}
        className="max-w-80"
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {FILES.map(([format, label]) => (
          <Button
            key={format}
            isBusy={saving.isPending && saving.variables === format}
            onClick={() => saving.mutate(format)}
          >
            <Icon name="download" size={20} />
            {label()}
          </Button>
        ))}
        <ShareButtons
          name={name}
          label={m.share_campaign()}
          text={m.summary_share_text({ name })}
          path={address}
          picture={undefined}
        />
      </div>
      <figure className="mt-5 max-w-120">
        <img
          src={picture}
          alt={m.campaigns_kit_social_alt({ name })}
          width={1200}
          height={630}
          loading="lazy"
          className="h-auto w-full rounded-[12px] border border-line"
        />
        <figcaption className="mt-2 text-sm text-ink-soft">{m.campaigns_kit_social()}</figcaption>
      </figure>
      <TextArea
        label={m.campaigns_kit_words()}
        value={text}
        readOnly
        rows={4}
        className="mt-4 max-w-120"
        onFocus={(event) => event.target.select()}
      />
    </section>
  );
}
