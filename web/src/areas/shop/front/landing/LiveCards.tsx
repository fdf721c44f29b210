import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { charitiesOnShow } from "@/api/queries/onShow";
import type { PublicCharity, PublicVendor } from "@/api/queries/shopWindow";
import { brand } from "@/brands/current";
import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { causeShare } from "@/features/catalogue/causeShare";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { businessToday } from "@/lib/dates";
import { formatMoney, formatPrice } from "@/lib/money";
import { paths } from "@/paths";
import { useChosenRegionId } from "@/session/region";
import { RichMessage } from "@/ui/RichMessage";
import { turnOf } from "./turnOf";

const CARDS = 3;

const named = "text-inherit";

/** Cards of three shops that change daily, and the share that a card of the first shop gives to a cause. */
export function LiveCards({ shops }: { shops: readonly PublicVendor[] }) {
  const query = { ...charitiesOnShow(useChosenRegionId()), enabled: brand.hasCharities };
  const causes = useQuery(query).data?.items ?? [];
  const day = businessToday();
  const shown = turnOf(
    shops.filter(({ amount }) => amountsOf(amount).length > 0),
    CARDS,
    day,
  );
  const [cause] = turnOf(causes, 1, day);
  return (
    <>
      <ul aria-label={m.landing_cards()} className="hero-cards">
        {shown.map((shop, index) => (
          <li key={shop.id} className={`hero-card-${index + 1}`}>
            <HeroCard shop={shop} cause={index === 0 ? cause : undefined} />
          </li>
        ))}
      </ul>
      {shown[0] && cause && <Example shop={shown[0]} cause={cause} />}
    </>
  );
}

/** Returns the price of a shop's cheapest card and the share that a cause receives. */
function cheapest({ amount, charityRate }: PublicVendor) {
  const price = amountsOf(amount)[0] ?? 0;
  return { price, share: causeShare(price, charityRate) };
}

function HeroCard({ shop, cause }: { shop: PublicVendor; cause: PublicCharity | undefined }) {
  const { price, share } = cheapest(shop);
  return (
    <Link
      to={paths.vendor(shop.id)}
      className="block rounded-card transition-[translate] duration-200 ease-out hover:translate-y-[-5px]"
    >
      <GiftCard
        shop={cardShop(shop)}
        amount={price}
        cause={cause && cardCause(cause.displayName, cause.logoPath, share)}
        isTilting
      />
    </Link>
  );
}

function Example({ shop, cause }: { shop: PublicVendor; cause: PublicCharity }) {
  const { price, share } = cheapest(shop);
  return (
    <p className="price-tag">
      <RichMessage
        message={m.landing_example}
        parts={{
          price: formatPrice(price),
          shop: (
            <Link to={paths.vendor(shop.id)} className={named}>
              {shop.displayName}
            </Link>
          ),
          share: formatMoney(share),
          cause: (
            <Link to={paths.charity(cause.id)} className={named}>
              {cause.displayName}
            </Link>
          ),
        }}
      />
    </p>
  );
}
