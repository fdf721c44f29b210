import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { rememberRedirect } from "@/session/redirect";
import { GiftCard } from "@/features/card/GiftCard";
import type { CartEntry } from "@/features/cart/useCart";
import { cardShop } from "@/features/catalogue/cardShop";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { LinkButton } from "@/ui/LinkButton";

interface SignInDialogProps {
  /** What waits in the cart. */
  item: CartEntry["item"];
  onClose: () => void;
}

function comeBackHere(): void {
  rememberRedirect(paths.cart());
}

/** Paying takes an account; whichever way leads to one, it leads back to the cart. */
export function SignInDialog({ item, onClose }: SignInDialogProps) {
  const navigate = useNavigate();
  const signIn = () => {
    comeBackHere();
    void navigate(paths.signIn());
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={m.cart_sign_in_title()}
      footer={
        <>
          <LinkButton to={paths.register()} onClick={comeBackHere}>
            {m.shell_register()}
          </LinkButton>
          <Button variant="primary" onClick={signIn}>
            {m.shell_sign_in()}
          </Button>
        </>
      }
    >
      <p>{m.cart_sign_in_text()}</p>
      <GiftCard shop={cardShop(item.vendor)} amount={item.price} className="mx-auto my-6 w-60 -rotate-2" />
    </Dialog>
  );
}
