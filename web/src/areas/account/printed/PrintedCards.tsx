import type { components } from "@/api/schema";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { saveFile } from "@/lib/saveFile";
import { codeContent, codeEnd, inFours } from "@/features/card/cardText";
import { GiftCard } from "@/features/card/GiftCard";
import { QrCode } from "@/features/card/QrCode";
import { AddressLines } from "@/features/catalogue/AddressLines";
import { cardShop } from "@/features/catalogue/cardShop";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";

export type PrintedCard = components["schemas"]["PrintedCard"];

/** Cards to print or save, each with its code and number, for use without an account. */
export function PrintedCards({ cards }: { cards: PrintedCard[] }) {
  const save = () =>
    saveFile(`${brand.slug}-${m.profile_cards_file()}.txt`, cards.map(inText).join("\n\n"), "text/plain");
  return (
    <>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="primary" onClick={() => print()}>
          <Icon name="printer" size={20} />
          {m.profile_cards_print()}
        </Button>
        <Button onClick={save}>
          <Icon name="download" size={20} />
          {m.profile_cards_save()}
        </Button>
      </div>
      <ul className="mt-6 grid gap-5">
        {cards.map((card) => (
          <PaperCard key={card.id} card={card} />
        ))}
      </ul>
    </>
  );
}

function inText({ vendorName, cardBalance, cardNumber, qrCode }: PrintedCard): string {
  return [vendorName, formatMoney(cardBalance), inFours(cardNumber), codeContent(qrCode)].join("\n");
}

/** One printed card, with its QR code on white. */
function PaperCard({ card }: { card: PrintedCard }) {
  const { vendorName, vendorLogoPath, vendorHue, vendorAddress, cardBalance, cardNumber, qrCode } = card;
  const shop = cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue });
  return (
    <li className="grid break-inside-avoid gap-5 rounded-panel border border-line bg-surface p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6 print:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-4">
        <GiftCard shop={shop} amount={cardBalance} size="small" className="max-w-[280px]" />
        <div>
          <p className="font-semibold wrap-anywhere">{vendorName}</p>
          <AddressLines address={vendorAddress} className="text-sm text-ink-soft" />
        </div>
        {card.isDeactive && <p className="font-semibold text-danger">{m.profile_cards_frozen()}</p>}
      </div>
      <div className="grid content-start justify-items-center gap-2">
        <QrCode content={codeContent(qrCode)} className="w-44" />
        <p className="font-semibold font-mono">{inFours(cardNumber)}</p>
        <p className="text-sm">{m.kit_card_code_end({ end: codeEnd(qrCode) })}</p>
      </div>
    </li>
  );
}
