import { m } from "@/i18n";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";

export function EmptyCart() {
  return (
    <EmptyState
      scene="empty-cart"
      title={m.cart_empty()}
      className="py-12"
      action={
        <LinkButton to={paths.shopVendors()} variant="primary">
          {m.cart_to_shops()}
        </LinkButton>
      }
    >
      {m.cart_empty_text()}
    </EmptyState>
  );
}
