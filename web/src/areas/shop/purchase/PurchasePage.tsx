import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { StageArt } from "@/brands/current/shop/StageArt";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatMoney, formatPrice } from "@/lib/money";
import { pictureUrl } from "@/lib/pictures";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { useAddToCart } from "@/features/cart/useCart";
import { causeShare } from "@/features/catalogue/causeShare";
import { amountsOf, customAmountsOf } from "@/lib/cardAmounts";
import { cardShop } from "@/features/catalogue/cardShop";
import { lastCause } from "@/features/catalogue/lastCause";
import { Page } from "@/shared/page/Page";
import { WITHIN_PAGE } from "@/shared/page/withinPage";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { toast } from "@/ui/overlay/toast";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { cartItems, type Cause } from "./cartItem";
import { clearDraft } from "./draft";
import { PurchaseHeader } from "./PurchaseHeader";
import { Sponsorship } from "./Sponsorship";
import { GiftPreview } from "./GiftPreview";
import { noPurchase, type Glimpse, type Purchase } from "./purchase";
import { VendorFacts } from "./VendorFacts";

/** The form code loads while the shopper looks at the card. */
const PurchaseForm = lazyPiece(async () => (await import("./PurchaseForm")).PurchaseForm);

interface PurchasePageProps {
  vendor: PublicVendor;
  /** The supported cause. Choosing another one navigates to that cause's address. */
  cause?: Cause | undefined;
  /** Amount chosen on the previous page. */
  amount?: number | undefined;
}

/** Preview of the card, and the form that adds it to the cart. */
export function PurchasePage({ vendor, cause, amount: chosen = 0 }: PurchasePageProps) {
  const navigate = useNavigate();
  const [glimpse, setGlimpse] = useState<Glimpse>({ ...noPurchase, amount: chosen });
  const amount = glimpse.amount > 0 ? glimpse.amount : undefined;
  const share = cause && amount !== undefined ? causeShare(amount, vendor.charityRate) : undefined;

  const changeCause = ({ campaign }: Cause) =>
    void navigate(paths.charityCard(vendor.id, campaign.id, amount), {
      replace: true,
      preventScrollReset: true,
      state: WITHIN_PAGE,
    });

  const add = useAddToCart();
  const addToCart = async (purchase: Purchase) => {
    if (!(await add(cartItems(purchase, vendor, cause)))) {
      toast.error(m.purchase_cart_full());
      return;
    }
    clearDraft();
    if (cause) lastCause.write(cause.campaign.id);
    toast.success(m.purchase_added());
    await navigate(paths.cart());
  };

  return (
    <Page
      title={m.purchase_title({ shop: vendor.displayName })}
      description={m.shop_vendor_description({ shop: vendor.displayName })}
    >
      <div className="page grid grid-cols-1 gap-x-14 gap-y-3.5 pt-5 pb-8 sm:gap-y-5 sm:pt-6 lg:pt-10 lg:[grid-template:auto_1fr/minmax(0,1.1fr)_minmax(0,1fr)]">
        <PurchaseHeader vendor={vendor} />
        <div className="card-stage relative isolate grid content-center justify-items-center gap-3 overflow-clip rounded-panel px-4 pt-4 pb-2.5 sm:gap-7 sm:px-[clamp(20px,6vw,64px)] sm:pt-[clamp(28px,7vw,72px)] sm:pb-[clamp(24px,4vw,44px)] lg:sticky lg:top-8 lg:min-h-135 lg:self-start lg:[grid-area:1/1/span_2]">
          <StageArt />
          <GiftCard
            shop={cardShop(vendor)}
            amount={amount}
            cause={cause && causeOnCard(cause, share)}
            isTilting
            className="card-on-stage w-[min(100%,220px)] sm:w-[min(100%,440px)]"
          />
          <p aria-live="polite" className="stage-words max-w-[34ch] text-center font-semibold text-balance">
            {amount === undefined
              ? m.purchase_pick()
              : share === undefined || !cause
                ? m.purchase_promise({ price: formatPrice(amount), shop: vendor.displayName })
                : m.purchase_promise_cause({
                    price: formatPrice(amount),
                    shop: vendor.displayName,
                    share: formatMoney(share),
                    cause: cause.charity.displayName,
                  })}
          </p>
          {glimpse.isGift && (
            <div aria-hidden="true" className="w-full max-w-110 max-lg:hidden">
              <GiftPreview gift={glimpse} />
            </div>
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-8">
          <Suspense fallback={<FormPlaceholder />}>
            <PurchaseForm
              amounts={amountsOf(vendor.amount)}
              custom={customAmountsOf(vendor.customAmount)}
              shopId={vendor.id}
              chosen={chosen}
              onGlimpse={setGlimpse}
              onSubmit={addToCart}
              listPath={paths.giftList(vendor.id, cause?.campaign.id, amount)}
            >
              {cause && <Sponsorship vendor={vendor} cause={cause} share={share} onCause={changeCause} />}
            </PurchaseForm>
            {!cause && <VendorFacts vendor={vendor} />}
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

function causeOnCard({ charity }: Cause, share: number | undefined) {
  const { displayName: name, logoPath } = charity;
  return { name, share, logoUrl: logoPath ? pictureUrl("charity", logoPath, 96) : undefined };
}

function FormPlaceholder() {
  return (
    <SkeletonGroup className="grid gap-4">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-18" />
      <Skeleton className="mt-2 h-12 w-36" />
      <Skeleton className="mt-4 h-14" />
    </SkeletonGroup>
  );
}
