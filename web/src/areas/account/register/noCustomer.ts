// Initial form values for a shopper. In a file of their own, so that the page doesn't wait for the validation code.
import type { Customer } from "./customerSchema";

export const noCustomer: Customer = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  address: "",
  aptUnitNumber: "",
  city: "",
  province: "",
  postalCode: "",
  password: "",
  confirmPassword: "",
  isAgreed: false,
  reCaptchaToken: "",
};
