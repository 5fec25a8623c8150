/** The catalogue, prices and reviews. */
export const catalogue = `
# catalogue
getProduct: Returns a product with texts, images, attributes and variants.
  productId: The product.
  locale?: Language of the texts, such as de-DE.
searchProducts: Full-text search in the catalogue, with filters and facets.
  query: What to search for.
  categoryId?: Only in this category.
  inStockOnly? boolean: Leave sold-out products out.
createProduct: Creates a product as a draft that is not visible in the shop yet.
  name: Name of the product.
  categoryId: Category it belongs to.
  attributes? object: Attributes such as material or colour.
updateProduct: Changes texts or attributes of a product.
  productId: The product.
  changes object: Fields to change.
publishProduct: Makes a draft product visible in the shop.
  productId: The product.
  channels? array: Sales channels; all if left out.
discontinueProduct: Takes a product out of the range; what is left in stock can still be sold.
  productId: The product.
  lastSaleDate? date: Last day of sale.
addProductVariant: Adds a size or colour to a product.
  productId: The product.
  sku: Article number of the variant.
  options object: Such as { size: "M" }.
uploadProductImage: Adds a picture to a product.
  productId: The product.
  fileId: The uploaded picture.
  position? integer: Place in the gallery.
listCategories: Returns the category tree of the shop.
  parentId?: Only below this category.
moveProductToCategory: Files a product under another category.
  productId: The product.
  categoryId: The new category.
createBundle: Combines several articles into a set sold under one number.
  name: Name of the set.
  skus array: The articles.
linkRelatedProducts: Shows products as accessories or alternatives of another.
  productId: The product.
  relatedIds array: The products to show.
  kind accessory|alternative|spare_part: How they are related.
findDuplicateProducts: Finds products that were probably entered twice.
  categoryId?: Only in this category.
importCatalogue: Imports products from a supplier's spreadsheet.
  fileId: The uploaded file.
  supplierId: Whose file it is.
  dryRun? boolean: Only report what would change.
checkProductCompleteness: Reports which mandatory attributes or translations a product lacks.
  productId: The product.
getBarcode: Returns the EAN code of an article, creating one if there is none.
  sku: Article number.

# pricing
getPrice: Returns the price of an article for a customer, with all discounts applied.
  sku: Article number.
  customerId?: For whom; the list price if left out.
  quantity? integer: Number of pieces.
setPrice: Sets the list price of an article from a day on.
  sku: Article number.
  amount number: New price.
  currency: ISO code.
  validFrom? date: First day.
createDiscount: Creates a discount rule for a category, customer group or period.
  name: Name of the rule.
  percent number: Reduction in percent.
  appliesTo object: Categories, articles or groups.
  endsOn? date: Last day.
deactivateDiscount: Switches a discount rule off.
  discountId: The rule.
createVoucherCampaign: Generates a batch of single-use voucher codes.
  prefix: Letters the codes begin with.
  count integer: How many codes.
  value number: Worth of each.
checkVoucher: Tells whether a voucher code is valid and what it is worth.
  code: The code.
listPriceChanges: Lists the price history of an article.
  sku: Article number.
compareCompetitorPrices: Compares our price of an article with those of known competitors.
  sku: Article number.
  competitors? array: Only these shops.
simulatePriceIncrease: Estimates the effect of a price change on revenue and margin.
  sku: Article number.
  percent number: Change in percent.
createPriceList: Creates a price list for a customer group or country.
  name: Name of the list.
  currency: ISO code.
  basedOn?: List from which prices are copied.
assignPriceList: Gives a customer a price list of its own.
  customerId: The customer.
  priceListId: The list.
calculateMargin: Returns purchase price, selling price and margin of an article.
  sku: Article number.

# catalogue, reviews
listReviews: Lists the ratings and comments customers have left on a product.
  productId: The product.
  maxStars? integer: Only ratings up to this.
replyToReview: Publishes an answer of the shop below a customer's review.
  reviewId: The review.
  text: The answer.
hideReview: Hides a review that violates the rules.
  reviewId: The review.
  rule: The rule that is violated.
summarizeReviews: Summarises what customers like and dislike about a product.
  productId: The product.
`;
