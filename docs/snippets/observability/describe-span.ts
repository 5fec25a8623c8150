// #region describe-span
import { Module } from '@nestjs/common';
import { ObservabilityModule } from 'toolgate/observability';

@Module({
  imports: [
    ObservabilityModule.forRoot({
      describeSpan: ({ name, turn }) => ({
        name: name.replace('invoke_agent', 'turn of'),
        attributes: { 'shop.plan': String(turn?.data['plan'] ?? 'none') },
      }),
    }),
  ],
})
class DescribingModule {}
// #endregion

export { DescribingModule };
