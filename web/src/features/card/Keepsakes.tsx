import { useMutation } from "@tanstack/react-query";
import { brand } from "@/brands/current";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { paperSizeOf } from "./paper";

/** A card in the user's wallet, or a gift identified by its link. */
type Held = { id: string } | { token: string };
type Ending = "png" | "pdf";

/** Buttons that save a card with its code as a picture or as a PDF to fold. The server draws both, for the cardholder only. */
export function Keepsakes({ held }: { held: Held }) {
  const saving = useMutation({
    mutationFn: async (ending: Ending) => {
      saveFile(`${brand.slug}-${m.kit_card_file()}.${ending}`, await drawn(held, ending));
    },
  });
  const choices = [
    ["png", "image", m.kit_card_save_picture()],
    ["pdf", "printer", m.kit_card_fold()],
  ] as const;
  return (
    <div className="flex flex-wrap justify-center gap-x-2 print:hidden">
      {choices.map(([ending, icon, label]) => (
        <Button
          key={ending}
          variant="quiet"
          className="text-[inherit]"
          isBusy={saving.isPending && saving.variables === ending}
          onClick={() => saving.mutate(ending)}
        >
          <Icon name={icon} size={20} />
          {label}
        </Button>
      ))}
    </div>
  );
}

async function drawn(held: Held, ending: Ending): Promise<Blob> {
  const query = { paper: paperSizeOf(navigator.language) };
  const answer =
    "id" in held
      ? ending === "png"
        ? call("get", "/api/v1/Cards/{id}/picture", { path: held })
        : call("get", "/api/v1/Cards/{id}/fold-card", { path: held, query })
      : ending === "png"
        ? call("get", "/api/v1/Gifts/{token}/picture", { path: held })
        : call("get", "/api/v1/Gifts/{token}/fold-card", { path: held, query });
  // openapi.json describes a file as bytes; at run time it is a `Blob`.
  return answer as Promise<unknown> as Promise<Blob>;
}
