import { Injectable } from '@nestjs/common';
import { RequiresApproval } from 'toolgate';

@Injectable()
export class Vaults {
  open(code: string): Promise<string> {
    return this.unlock(code);
  }

  @RequiresApproval()
  private async unlock(code: string): Promise<string> {
    return code;
  }
}

@Injectable()
export class Cellars {
  open(code: string): Promise<string> {
    return this.unlock(code);
  }

  @RequiresApproval()
  protected async unlock(code: string): Promise<string> {
    return code;
  }
}
