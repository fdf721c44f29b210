// What somebody orders, as the form has it. Apart from the form's rules, so that pages which only show it don't carry them.

export interface Purchase {
  /** In dollars; 0 while none is chosen. */
  amount: number;
  quantity: number;
  isGift: boolean;
  to: string;
  recipientEmail: string;
  confirmEmail: string;
  from: string;
  giftMessage: string;
}

export const noPurchase: Purchase = {
  amount: 0,
  quantity: 1,
  isGift: false,
  to: "",
  recipientEmail: "",
  confirmEmail: "",
  from: "",
  giftMessage: "",
};
